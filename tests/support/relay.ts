import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A line to another server that can be cut, as if that server were gone, and mended. */
export type Relay = {
  /** An address there, by way of the relay. */
  url: string;
  cut: () => Promise<void>;
  mend: () => Promise<void>;
};

/** Relays connections to where an address leads. `watch` sees what goes out to the server and what comes in from it. */
export async function startRelay(
  address: string,
  watch?: (direction: "out" | "in", bytes: Buffer) => void,
): Promise<Relay> {
  const target = new URL(address);
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    near.on("data", (bytes: Buffer) => watch?.("out", bytes));
    far.on("data", (bytes: Buffer) => watch?.("in", bytes));
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  const listen = async (port: number) => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const url = new URL(address);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href.replace(/\/$/, ""),
    mend: () => listen(port),
    cut: async () => {
      const closed = once(server, "close");
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
