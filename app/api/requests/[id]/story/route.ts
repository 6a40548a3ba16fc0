import { db } from "@/db/client";
import { storyOf } from "@/lib/domain/donors/story";
import { AppError } from "@/lib/ground/errors";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.readStory, async ({ viewer, params }) => {
    const story = await storyOf(db(), params.id, viewer);
    if (!story) throw new AppError("NOT_FOUND");
    return story;
  }),
});
