import { launch, type Mode } from "../tools/launcher/launch";

/** `npm run up`, `npm run dev` and `npm start`. */
await launch(process.argv[2] as Mode);
