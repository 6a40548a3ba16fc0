import { startUpload } from "@/lib/domain/photos/start-upload";
import { contract } from "@/lib/web/contract";
import { photos } from "@/lib/web/photos";
import { limit } from "@/lib/web/rate-limit/limit";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.uploadPhoto, async ({ viewer, body, operationId }) => {
    const context = photos();
    await limit(context.db, "uploadPhoto", viewer.id);
    return startUpload(context, viewer, body, operationId);
  }),
});
