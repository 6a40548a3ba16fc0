import { build } from "../tools/launcher/build";

/** `npm run build`: always builds; `npm run up` only when the source changed since. */
await build();
