import { photoUrlOf } from "@/lib/domain/photos/rules";
import type { Post } from "./schema";
import type { PostRow } from "./store";

/** A post as its readers see it. `leftover` in cents. */
export function presentPost({ userId: _, photo, createdAt, editedAt, hiddenAt, ...post }: PostRow): Post {
  const { id, width, height } = photo ?? { id: "", width: null, height: null };
  return {
    ...post,
    photoUrl: width === null || height === null ? null : photoUrlOf({ id, width, height }),
    createdAt: createdAt.toISOString(),
    editedAt: editedAt?.toISOString() ?? null,
    hidden: hiddenAt !== null,
  };
}
