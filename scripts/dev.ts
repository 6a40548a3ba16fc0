import { launch } from "../tools/launcher/launch";

await launch("dev");
