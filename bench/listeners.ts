import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { createInterface } from "node:readline";

/**
 * Listens to streams of events, in a process of its own. It obeys one command a line and answers with one: `open` opens
 * a stream of these requests for each cookie and answers how many are open, `close` ends them and answers how many the
 * server had ended, `record` notes when events of requests arrive, and `arrivals` answers these times by the request's
 * id, in milliseconds since 1970. Ends with its parent process.
 */
type Command =
  | { open: { port: number; cookies: string[]; requests: string[] } }
  | { close: true }
  | { record: boolean }
  | { arrivals: true };

let open: Socket[] = [];
let isRecording = false;
let arrivals: Record<string, number[]> = {};

async function listen(port: number, cookie: string, path: string): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.setEncoding("latin1");
  const lines = [`GET ${path} HTTP/1.1`, "Host: localhost", `Cookie: ${cookie}`, "Accept: text/event-stream"];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  const [begin] = (await once(socket, "data")) as [string];
  if (!begin.startsWith("HTTP/1.1 200")) throw new Error(begin.slice(0, 200));
  socket.on("data", (text: string) => isRecording && record(text));
  return socket;
}

function record(text: string): void {
  const at = Date.now();
  for (const [, id = ""] of text.matchAll(/data: \{"id":"([^"]+)"/g)) {
    arrivals[id] ??= [];
    arrivals[id].push(at);
  }
}

async function obey(command: Command): Promise<unknown> {
  if ("open" in command) {
    const { port, cookies, requests } = command.open;
    const path = `/api/events?requests=${requests.join()}`;
    // A few at a time, as the queue of new connections is short.
    for (let n = 0; n < cookies.length; n += 50) {
      const some = cookies.slice(n, n + 50).map((cookie) => listen(port, cookie, path));
      open.push(...(await Promise.all(some)));
    }
    return open.length;
  }
  if ("close" in command) {
    const closed = open.filter((socket) => socket.closed).length;
    for (const socket of open) socket.destroy();
    open = [];
    return closed;
  }
  if ("record" in command) {
    isRecording = command.record;
    return true;
  }
  const seen = arrivals;
  arrivals = {};
  return seen;
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await obey(JSON.parse(line) as Command)));
}
process.exit();
