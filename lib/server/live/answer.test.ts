import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { assignRequestIds } from "../request-id";
import { answerNotFound, namedRequests, rememberAnswers, takeAnswer } from "./answer";

vi.mock("@/lib/ground/env", () => ({ env: () => ({ trustProxy: 0 }) }));

let handle: (request: IncomingMessage, response: ServerResponse) => void;
const server = createServer((request, response) => handle(request, response));

beforeAll(async () => {
  assignRequestIds();
  rememberAnswers();
  await once(server.listen(0, "127.0.0.1"), "listening");
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const ask = (path: string, headers = {}) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { headers });

it.each([
  ["/api/events?lastEventId=1795000000000&requests=a,b", "/api/events?lastEventId=1795000000000", "a,b"],
  ["/api/events?requests=a%2Cb", "/api/events?", "a,b"],
  ["/api/events?requests=", "/api/events?", ""],
  ["/api/events?lastEventId=%00", "/api/events?lastEventId=%00", undefined],
  ["/api/events", "/api/events", undefined],
  ["/api/requests?requests=a", "/api/requests?requests=a", undefined],
])("what a stream names leaves its address, and is there once: %s", async (path, left, named) => {
  const seen: unknown[] = [];
  handle = (request, response) => {
    seen.push(request.url, namedRequests(), namedRequests());
    response.end();
  };
  await ask(path);
  expect(seen).toEqual([left, named, undefined]);
});

it.each([
  ["a browser", {}, 404],
  ["the router", { RSC: "1" }, 200],
  ["an action", { "Next-Action": "1" }, 200],
])("a page that is not found is a 404 for what loads it anew: %s", async (_, headers, status) => {
  handle = (_request, response) => {
    answerNotFound();
    response.end("There is no such page.");
  };
  expect((await ask("/people/nobody", headers)).status).toBe(status);
});

it("an answer that is taken stays open where it is ended, until it is ended again", async () => {
  let taken: ServerResponse | undefined;
  handle = (_, response) => {
    taken = takeAnswer();
    expect(taken).toBe(response);
    response.end();
  };
  const answer = await ask("/api/events");
  expect(taken?.writableEnded).toBe(false);
  taken?.write("later");
  taken?.end();
  expect(await answer.text()).toBe("later");
});
