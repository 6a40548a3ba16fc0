import { Agent, request } from "node:http";
import { concurrently, perSecond } from "./figure";

/** The headers of a browser: pages are compressed for it, and it gets what clients that run no scripts do not. */
const HEADERS = {
  accept: "text/html",
  "accept-language": "en",
  "accept-encoding": "gzip, deflate, br",
  "user-agent":
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
};

type Call = {
  url: string;
  cookie?: string;
  method?: string;
  body?: string;
  headers?: Record<string, string>;
};
export type Answer = { status: number; bytes: number };

/** Sends HTTP requests over a fixed number of open connections. */
export function openClient(connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });

  function call({ url, cookie, method = "GET", body, headers }: Call): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const origin = new URL(url).origin;
      const sent = request(url, {
        agent,
        method,
        headers: { ...HEADERS, origin, ...(cookie && { cookie }), ...headers },
      });
      sent.on("response", (answer) => {
        let bytes = 0;
        answer.on("data", (chunk: Buffer) => {
          bytes += chunk.length;
        });
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, bytes }));
        answer.on("error", reject);
      });
      sent.on("error", reject);
      sent.end(body);
    });
  }

  /** Successful answers per second; any failure ends the benchmark. */
  function rate(count: number, asked: Call): Promise<number> {
    return perSecond(count, () =>
      concurrently(count, connections, async () => {
        const { status } = await call(asked);
        if (status >= 300) throw new Error(`${asked.url} answered ${status}`);
      }),
    );
  }

  return { call, rate, close: () => agent.destroy() };
}
