/**
 * Does a command for the shell hold a password? `PGPASSWORD=… psql`, `mysql -p…`, `sshpass -p …`, `curl -u anna:…`. A
 * plain word counts here: where a program expects the password, nothing else stands. Variables, placeholders and files
 * do not count.
 */
import type { Finder } from "./kind.ts";
import { isStandIn } from "./likeness.ts";

const VALUE = "(?:\"([^\"\\n]{3,128})\"|'([^'\\n]{3,128})'|([^\\s\"'`;|&<>()]{3,128}))";

const FORMS: readonly RegExp[] = [
  new RegExp(`(?<![A-Za-z0-9_])(?:PGPASSWORD|MYSQL_PWD|SSHPASS|REDISCLI_AUTH)=${VALUE}`, "g"),
  new RegExp(`(?<![\\w-])sshpass[ ]{1,3}-p[ ]{0,3}${VALUE}`, "g"),
  // The password follows without a blank: behind "-p " stands the name of a database.
  new RegExp(`(?<![\\w-])mysql(?:dump|admin|import)?[ ][^\\n]{0,120}?(?<= )-p${VALUE}`, "g"),
  /\bcurl\b[^\n]{0,200}?[ ](?:-u|--user)[ =]["']?[^\s:"']{1,64}:([^\s"']{3,128})/g,
];

/** Where a password is kept, or a sentence about the option. */
const NO_PASSWORD = /^(?:[/~.].*|is|was|and|are|the|option|flag)$/i;

export const findCommand: Finder = (text) => {
  for (const form of FORMS)
    for (const [, ...groups] of text.matchAll(form)) {
      const value = groups.find((group) => group !== undefined) ?? "";
      if (!isStandIn(value) && !NO_PASSWORD.test(value))
        return { kind: "connection", what: "a command with a password" };
    }
  return undefined;
};
