import { launch } from "./launcher/launch";

await launch("start");
