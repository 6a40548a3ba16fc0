import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import type { SandboxOptions } from "./config";
import { createRouter } from "./router";
import { openSandbox } from "./sandbox";

/**
 * Starts a payments sandbox on this machine's loopback address.
 * @throws Error when a key is a live one, the port is taken or the journal cannot be read
 */
export async function startSandbox(
  options: SandboxOptions,
): Promise<{ url: string; port: number; stop: () => Promise<void> }> {
  for (const key of [options.secretKey, options.publishableKey]) {
    if (!/^[sp]k_test_sandbox/.test(key)) throw new Error("the sandbox takes sandbox keys only");
  }
  if (!options.wallet.clientId.startsWith("sandbox_")) throw new Error("the sandbox takes sandbox keys only");
  const sandbox = openSandbox(options);
  const server = createAdaptorServer({ fetch: createRouter(sandbox).fetch }) as Server;
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject).listen(options.port, "127.0.0.1", resolve);
    });
  } catch (error) {
    await sandbox.close();
    throw error;
  }
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  sandbox.options.apiUrl = url;
  sandbox.options.publicUrl ??= url;
  sandbox.begin();
  return {
    port,
    url,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await sandbox.close();
    },
  };
}
