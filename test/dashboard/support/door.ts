// Where there are tokens, the page asks for one.
import { calm, type Opened } from "./browser.ts";

/** Shows a token at the door. */
export async function enter({ page, problems }: Opened, secret: string): Promise<void> {
  await page.reload();
  await page.getByLabel("Token").fill(secret);
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByLabel("Token").waitFor({ state: "detached" });
  await calm(page);
  // The door itself was shut before.
  problems.length = 0;
}
