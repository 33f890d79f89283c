/**
 * Which language model does this workspace ask? Shown or changed like the other settings, at a terminal only: what is
 * said in conversations is sent to it. Keys are no setting; they stay in the environment.
 */
import { type EffectiveChoice, effectiveLlm, nameOf, parseLlmChoice } from "../../../llms/chosen.ts";
import { badArgument } from "../../../model/arguments.ts";
import { LOCAL_OWNER, speakerOf } from "../../caller.ts";
import type { Workspace } from "../../workspace.ts";
import type { Common } from "../arguments.ts";
import type { Io } from "../command.ts";
import { EXIT, type ExitCode } from "../exit.ts";
import { openPlace } from "../place.ts";
import { safe, safeJson } from "../show/terminal.ts";

export async function configLlm(
  io: Io,
  common: Common,
  value: string | undefined,
  baseUrl: string | undefined,
): Promise<ExitCode> {
  if (value === undefined && baseUrl !== undefined)
    throw badArgument(
      "--base-url goes with a model: tideline config llm openai:<model> --base-url <address>",
    );
  const chosen = value === undefined ? undefined : parseLlmChoice(value, baseUrl, "llm");
  const workspace = await openPlace(io, common, { begins: value !== undefined });
  try {
    if (value !== undefined) await workspace.chooseLlm(chosen, speakerOf(LOCAL_OWNER));
    const now = await llmNow(io, workspace);
    const note =
      value === undefined ? "" : "A server or MCP process that runs already follows after a restart.\n";
    io.out.write(common.json ? `${safeJson({ llm: plain(now) })}\n` : `${llmLine(now)}${note}`);
    return EXIT.ok;
  } finally {
    await workspace.close();
  }
}

export async function llmNow(io: Io, workspace: Workspace): Promise<EffectiveChoice> {
  return effectiveLlm(await workspace.chosenLlm(), io.env);
}

/** For programs: "off", or the choice and where it comes from. */
export function plain({ choice, from }: EffectiveChoice): unknown {
  return choice === undefined ? "off" : { ...choice, from };
}

export function llmLine({ choice, from }: EffectiveChoice): string {
  const where = from === "environment" ? ", from TIDELINE_LLM" : "";
  if (choice === undefined) return `llm: off (no language model is asked${where})\n`;
  const at = choice.baseUrl === undefined ? "" : ` at ${safe(choice.baseUrl)}`;
  const sent =
    choice.provider === "local" ? "runs on this machine" : "what is said in conversations is sent to it";
  return `llm: ${safe(nameOf(choice))}${at} (${sent}${where})\n`;
}
