import { startUpload } from "@/lib/domain/photos/start-upload";
import { contract } from "@/lib/web/contract";
import { asReached } from "@/lib/web/origin";
import { photos } from "@/lib/web/photos";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.uploadPhoto, async ({ viewer, body, operationId, request }) => {
    const upload = await startUpload(photos(), viewer, body, operationId);
    return { ...upload, uploadURL: asReached(upload.uploadURL, request.headers) };
  }),
});
