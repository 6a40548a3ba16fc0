import type { Db } from "@/db/client";
import { isVisibleTo } from "@/lib/domain/users/guards";
import type { Looker } from "@/lib/domain/users/types";
import { shownDonors } from "./faces";
import { selectDonations, selectTold } from "./store";
import { stepsOf } from "./story-rules";
import type { Story } from "./story-schema";

/**
 * Who gave to a request, and what happened to it when, as every signed-in person may see it; null when there is no such
 * request, it was deleted, or it is hidden from the viewer (D57). A donor is named if the donation was open and the
 * person neither is anonymous nor hides what they give now (D15, D36); all others are counted only.
 */
export async function storyOf(db: Db, requestId: string, viewer: Looker): Promise<Story | null> {
  const told = await selectTold(db, requestId);
  if (!told || !isVisibleTo(viewer, told)) return null;
  const [donors, donations] = await Promise.all([
    shownDonors(db, [requestId]),
    selectDonations(db, requestId),
  ]);
  return { givers: donors[requestId] ?? [], gifts: told.donations, steps: stepsOf(told, donations) };
}
