import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openClient } from "@/bench/load";

/** Answers one request on each connection, and closes it when another one comes, as if it had been idle too long. */
const server = createServer({ keepAlive: true }, (request, response) => {
  if (answered.has(request.socket)) return request.socket.destroy();
  answered.add(request.socket);
  response.end("ok");
});
const answered = new WeakSet<object>();
let url: string;
beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

it("reads once more where an idle connection was closed, and changes nothing twice", async () => {
  const { call } = openClient(1);
  expect(await call({ url })).toEqual({ status: 200, bytes: 2 });
  expect(await call({ url })).toEqual({ status: 200, bytes: 2 });
  expect(await call({ url: `${url}another` })).toEqual({ status: 200, bytes: 2 });
  await expect(call({ url, method: "POST" })).rejects.toThrow("socket hang up");
});
