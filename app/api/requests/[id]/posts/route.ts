import { db } from "@/db/client";
import { listPosts } from "@/lib/domain/posts/queries";
import { writePost } from "@/lib/domain/posts/write-post";
import { AppError } from "@/lib/ground/errors";
import { contract } from "@/lib/web/contract";
import { photos } from "@/lib/web/photos";
import { endpoints, replyPage, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.listPosts, async ({ request, viewer, params, query }) => {
    const posts = await listPosts(db(), params.id, { viewer }, query);
    if (!posts) throw new AppError("NOT_FOUND");
    return replyPage(request, posts);
  }),
  POST: route(contract.writePost, ({ viewer, params, body, operationId }) =>
    writePost(photos(), viewer, { ...body, requestId: params.id }, operationId),
  ),
});
