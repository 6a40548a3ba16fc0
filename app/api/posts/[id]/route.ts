import { db } from "@/db/client";
import { deletePost, editPost } from "@/lib/domain/posts/change-post";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  PATCH: route(contract.editPost, ({ viewer, params, body }) =>
    editPost(db(), viewer, { ...body, id: params.id }),
  ),
  DELETE: route(contract.deletePost, ({ viewer, params }) => deletePost(db(), viewer, params.id)),
});
