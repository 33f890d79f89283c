// The second validator of OpenAPI, which has no command of its own that fails.
import { readFileSync } from "node:fs";
import { Validator } from "@seriousme/openapi-schema-validator";

const { valid, errors } = await new Validator().validate(JSON.parse(readFileSync("openapi.json", "utf8")));
if (!valid) {
  console.error(JSON.stringify(errors, null, 1));
  process.exitCode = 1;
}
