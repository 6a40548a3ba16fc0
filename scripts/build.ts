import { build } from "./launcher/build";
import { Crew } from "./launcher/crew";
import { fail } from "./launcher/problem";

/** `npm run build`: always builds; `npm run up` only when the source changed since. */
await build(new Crew()).catch(fail);
