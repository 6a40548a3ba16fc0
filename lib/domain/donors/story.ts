import { validate as isUuid } from "uuid";
import type { Db } from "@/db/client";
import { hasSaved } from "@/lib/domain/finding/save-request";
import { listPosts } from "@/lib/domain/posts/queries";
import { isVisibleTo } from "@/lib/domain/users/guards";
import { donorName } from "@/lib/domain/users/public-name";
import type { Looker, Viewer } from "@/lib/domain/users/types";
import { AppError } from "@/lib/ground/errors";
import { shownDonors } from "./faces";
import { isShownAsDonor } from "./rules";
import { selectDonations, selectNotes, selectStory, setNoteHidden } from "./store";
import { stepsOf, toTheHour } from "./story-rules";
import type { Note, Story } from "./story-schema";

/**
 * Who gave to a request, what they and its owner wrote, and what happened to it when, as a signed-in person may see it;
 * null when there is no such request, it was deleted, or it is hidden from the viewer (D57). A donor is named if the
 * donation was open and the person neither is anonymous nor hides what they give now (D15, D36); all others are counted
 * only.
 */
export async function storyOf(db: Db, requestId: string, viewer: Looker): Promise<Story | null> {
  const request = await selectStory(db, requestId);
  if (!request || !isVisibleTo(viewer, request)) return null;
  const isOwner = request.ownerId === viewer.id;
  const [donors, donations, notes, posts, saved] = await Promise.all([
    shownDonors(db, [requestId]),
    selectDonations(db, requestId),
    selectNotes(db, requestId, { viewerId: viewer.id, isOwner }),
    listPosts(db, requestId, { viewer }),
    hasSaved(db, { userId: viewer.id, requestId }),
  ]);
  return {
    givers: donors[requestId] ?? [],
    messages: notes.map((note) => presentNote(note, { viewer, isOwner })),
    posts: posts?.items ?? [],
    saved,
    gifts: request.donations,
    steps: stepsOf(request, donations),
  };
}

/** Its writer is named to the recipient as in the notification, to others as among those who gave. */
function presentNote(
  { id, text, isShown, donorId, creditedAt, anonymous, guestName, donor }: NoteRow,
  { viewer, isOwner }: { viewer: Looker; isOwner: boolean },
): Note {
  const isNamed = isOwner || (donor !== null && isShownAsDonor(donor));
  const name = isNamed ? donorName({ anonymous, guestName }, donor) : null;
  return {
    id,
    text,
    donorName: name?.username ?? null,
    guestName: name?.guestName ?? null,
    mine: donorId === viewer.id,
    shown: isShown,
    at: toTheHour(creditedAt),
  };
}

type NoteRow = Awaited<ReturnType<typeof selectNotes>>[number];

/**
 * Hides from others what somebody wrote with a donation to one's request; its owner still reads it.
 * @throws AppError NOT_FOUND
 */
export async function hideNote(db: Db, viewer: Pick<Viewer, "id">, id: string): Promise<void> {
  if (!isUuid(id) || !(await setNoteHidden(db, viewer.id, id))) throw new AppError("NOT_FOUND");
}
