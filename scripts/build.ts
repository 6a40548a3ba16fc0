import { build } from "../tools/launcher/build";
import { fail } from "../tools/launcher/problem";
import { Supervisor } from "../tools/launcher/supervisor";

/** `npm run build`: always builds; `npm run up` only when the source changed since. */
await build(new Supervisor()).catch(fail);
