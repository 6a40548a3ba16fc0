import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startProgram } from "./debian";

/** Starts Caddy with the rules of the repository's Caddyfile, without TLS, on loopback. */
export async function startCaddy(
  port: number,
  servers: readonly string[],
): Promise<{ stop: () => Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), "steuntje-caddy-"));
  const file = join(directory, "Caddyfile");
  const own = "{\n\tadmin off\n\tauto_https off\n\tdefault_bind 127.0.0.1\n}\n\n";
  writeFileSync(file, own + rulesFor(`http://localhost:${port}`, servers));
  const caddy = await startProgram("caddy", ["run", "--config", file, "--adapter", "caddyfile"], {
    directory,
    port,
  });
  return {
    stop: async () => {
      await caddy.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The application's part of the Caddyfile, with other names. */
function rulesFor(site: string, servers: readonly string[]): string {
  const [rules = ""] = readFileSync("Caddyfile", "utf8").split("{$PHOTOS_DOMAIN}");
  const named = rules
    .replace("{$DOMAIN}", site)
    .replace("/srv/steuntje", join(process.cwd(), "public"))
    .replace("app-1:3000 app-2:3000", servers.map((url) => new URL(url).host).join(" "));
  if (named.includes("{$") || named.includes("app-1")) throw new Error("the Caddyfile has other names now");
  return named;
}
