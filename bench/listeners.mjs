// Listens to streams of events, in a process of its own: a stream for each of the cookies that its parent sends. It
// answers how many are open; and to the next message with the times when events of requests arrived, by the request's
// id. It ends with its parent, and when the server ends a stream.
import { once } from "node:events";
import { connect } from "node:net";

const [port, path] = process.argv.slice(2);
const arrivals = {};

async function listen(cookie) {
  const socket = connect(Number(port), "127.0.0.1").setEncoding("latin1");
  const lines = [`GET ${path} HTTP/1.1`, "Host: localhost", `Cookie: ${cookie}`, "Accept: text/event-stream"];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  const [begin] = await once(socket, "data");
  if (!begin.startsWith("HTTP/1.1 200")) throw new Error(begin.slice(0, 200));
  socket.on("data", (text) => {
    const at = Date.now();
    for (const [, id] of text.matchAll(/data: \{"id":"([^"]+)"/g)) {
      arrivals[id] ??= [];
      arrivals[id].push(at);
    }
  });
  socket.on("close", () => {
    throw new Error("the server ended a stream");
  });
}

process.once("disconnect", () => process.exit());
const [cookies] = await once(process, "message");
// A few at a time, as the queue of new connections is short.
for (let n = 0; n < cookies.length; n += 50) await Promise.all(cookies.slice(n, n + 50).map(listen));
process.send(cookies.length);
await once(process, "message");
process.send(arrivals, () => process.exit());
