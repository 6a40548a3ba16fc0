import { launch } from "./launcher/launch";

await launch("dev");
