import { useEffect, useRef, useState } from "react";
import { MOST_ASKED_FACES } from "@/lib/domain/donors/rules";
import type { Faces } from "@/lib/domain/donors/schema";
import type { FundingRequest } from "@/lib/domain/requests/schema";
import { send } from "@/lib/web/http";

/**
 * Who gave to these requests. Asked after the page is there, because the feed's query would read many more pages of the
 * database; asked again where another donation has come.
 */
export function useFaces(items: readonly FundingRequest[]): Faces {
  const [faces, setFaces] = useState<Faces>({});
  const asked = useRef(new Map<string, number>());
  const state = items.map(({ id, givers }) => `${id}:${givers}`).join();

  // biome-ignore lint/correctness/useExhaustiveDependencies: `state` is all that it uses of `items`.
  useEffect(() => {
    const due = items.filter(({ id, givers }) => givers !== (asked.current.get(id) ?? 0));
    for (const { id, givers } of due) asked.current.set(id, givers);
    for (let at = 0; at < due.length; at += MOST_ASKED_FACES) {
      const ids = due.slice(at, at + MOST_ASKED_FACES).map(({ id }) => id);
      const none = Object.fromEntries(ids.map((id) => [id, []]));
      send<Faces>("GET", `/api/requests/faces?ids=${ids.join()}`)
        .then((found) => setFaces((known) => ({ ...known, ...none, ...found })))
        // The neutral avatars stay.
        .catch(() => undefined);
    }
  }, [state]);

  return faces;
}
