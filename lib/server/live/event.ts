import type { LiveEvent } from "@/lib/domain/live/schema";

/** The media type of server-sent events. */
export const STREAM_TYPE = "text/event-stream";

const encoder = new TextEncoder();

/** An event as it is sent (HTML, Server-sent events): its id is the time of the look that found it. */
export function written({ event, data }: LiveEvent, at: number): string {
  return `event: ${event}\nid: ${Math.floor(at)}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** What keeps a stream open, and lets a browser resume from here: without data it is no event. */
export function heartbeat(at: number): string {
  return `:\nid: ${Math.floor(at)}\n\n`;
}

/** How long a browser waits before it comes back, in milliseconds. */
export function retryAfter(ms: number): string {
  return `retry: ${Math.floor(ms)}\n\n`;
}

export function encoded(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}
