// From which seed do the property tests draw? From the one of the campaigns, so that a failing run can be repeated.
import fc from "fast-check";
import { seed } from "./campaign.ts";

fc.configureGlobal({ seed });
