// A new fact, added from the list of facts; it is shown at once.
import { Dialog } from "../../parts/dialog.tsx";
import { NewFact } from "../../parts/new-fact.tsx";
import { go, pathOf } from "../../router.ts";

export function AddDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Remember something" onClose={onClose}>
      <NewFact
        shape="page"
        segment="knowledge"
        onWritten={({ fact }) => {
          onClose();
          if (fact !== undefined) go(pathOf("memories", fact.id));
        }}
      >
        <button type="button" class="button" onClick={onClose}>
          Cancel
        </button>
      </NewFact>
    </Dialog>
  );
}
