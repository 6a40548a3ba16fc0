import { once } from "node:events";
import { Agent, request as ask, createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** A proxy in front of several servers, as small as it can be: each request goes to the next of them. */
export type ReverseProxy = {
  stop: () => Promise<void>;
  /** Which servers it asks from now on. */
  use: (servers: readonly string[]) => void;
};

/** Starts one on a port. It says for whom it asks, as the proxies of docs/deployment.md do. */
export async function startProxy(port: number, servers: readonly string[]): Promise<ReverseProxy> {
  let targets = servers;
  let turn = 0;
  const agent = new Agent({ keepAlive: true });
  const server = createServer((request, response) => {
    turn += 1;
    forward(request, response, targets[turn % targets.length] ?? "", agent);
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    use: (next) => {
      targets = next;
    },
    stop: async () => {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function forward(request: IncomingMessage, response: ServerResponse, target: string, agent: Agent): void {
  const { hostname, port } = new URL(target);
  const { method, url: path, headers, socket } = request;
  const forwardedFor = [headers["x-forwarded-for"], socket.remoteAddress].filter(Boolean).join(", ");
  const onward = ask(
    { hostname, port, method, path, agent, headers: { ...headers, "x-forwarded-for": forwardedFor } },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
    },
  );
  onward.once("error", () => {
    if (!response.headersSent) response.writeHead(502);
    response.end();
  });
  request.pipe(onward);
}
