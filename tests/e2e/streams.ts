import type { Page } from "@playwright/test";

type Streams = { opened: string[]; open: number };

/** The live streams that a page asks for. */
export function streamsOf(page: Page): Streams {
  const streams: Streams = { opened: [], open: 0 };
  const isStream = (url: string) => new URL(url).pathname === "/api/events";
  page.on("request", (request) => {
    if (!isStream(request.url())) return;
    streams.opened.push(request.url());
    streams.open += 1;
  });
  for (const end of ["requestfinished", "requestfailed"] as const)
    page.on(end as "requestfinished", (request) => {
      if (isStream(request.url())) streams.open -= 1;
    });
  return streams;
}
