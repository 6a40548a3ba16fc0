import { get, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { type LiveEvent, type LiveRequest, liveEventSchema } from "@/lib/domain/live/schema";
import { eventually } from "./http";

type Sent = { cookie?: string; query?: string; headers?: Record<string, string> };
type Received = LiveEvent & { id: number };

/** A stream of events that somebody listens to. */
export type Stream = {
  status: number;
  headers: IncomingHttpHeaders;
  /** Everything that was sent. */
  text: () => string;
  events: () => Received[];
  /** Waits for a request's event that has this. */
  request: (wanted: Partial<LiveRequest>) => Promise<Received>;
  close: () => void;
  /** Whether the server ended it as one ends an answer. */
  ended: Promise<boolean>;
};

/** Listens at a server, as a browser does. */
export async function listen(
  base: string,
  { cookie = "", query = "", headers = {} }: Sent = {},
): Promise<Stream> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const asked = get(
      `${base}/api/events${query}`,
      // As a browser does: a stream that is compressed would wait for more.
      {
        agent: false,
        headers: { accept: "text/event-stream", "accept-encoding": "gzip, br", cookie, ...headers },
      },
      resolve,
    );
    asked.once("error", reject);
  });
  let text = "";
  answer.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  const ended = new Promise<boolean>((resolve) => {
    answer.once("close", () => resolve(answer.complete));
    answer.on("error", () => resolve(false));
  });
  const events = () => eventsIn(text);
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    text: () => text,
    events,
    request: async (wanted) => {
      const fits = ({ event, data }: Received) =>
        event === "request" &&
        Object.entries(wanted).every(([key, value]) => data[key as keyof LiveRequest] === value);
      const found = await eventually(
        async () => events().find(fits),
        (each) => each !== undefined,
      );
      return found as Received;
    },
    close: () => void answer.destroy(),
    ended,
  };
}

/** The events of a stream so far, each checked against the contract. */
function eventsIn(text: string): Received[] {
  const blocks = text.split("\n\n").slice(0, -1);
  return blocks.flatMap((block) => {
    const fields = new Map(block.split("\n").map((line) => line.split(/: ?(.*)/s) as [string, string]));
    const data = fields.get("data");
    if (data === undefined) return [];
    const event = liveEventSchema.parse({ event: fields.get("event"), data: JSON.parse(data) });
    return [{ ...event, id: Number(fields.get("id")) }];
  });
}
