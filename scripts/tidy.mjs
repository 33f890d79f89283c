// `npm run tidy`: does the code keep the house rules? Each rule is one check; each finding says where, which
// rule, and what to do. `--update` first rewrites the public API snapshots in docs/api/
// and the descriptions of answers in src/serve/http/answers.json.
import { finish, ROOT } from "./run.mjs";
import { answers, updateAnswers } from "./tidy/answers.mjs";
import { api, updateApi } from "./tidy/api.mjs";
import { cycles } from "./tidy/cycles.mjs";
import { dependencies } from "./tidy/dependencies.mjs";
import { direction } from "./tidy/direction.mjs";
import { lock } from "./tidy/lock.mjs";
import { readProject } from "./tidy/project.mjs";
import { ambient, nodeFree } from "./tidy/purity.mjs";
import { finished, length, names, noAny, noEmptyCatch } from "./tidy/wording.mjs";

const RULES = [
  ...[direction, cycles, nodeFree, ambient, dependencies, lock],
  ...[names, noAny, noEmptyCatch, finished, length, api, answers],
];

const root = ROOT.replaceAll("\\", "/");
const project = readProject(root);
if (process.argv.includes("--update")) {
  updateApi(project);
  updateAnswers(project);
}

finish(
  RULES.map((rule) => {
    const findings = rule.check(project);
    for (const { file, line, message } of findings) console.log(`${file}:${line} ${rule.name}: ${message}`);
    return findings.length === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  }),
);
