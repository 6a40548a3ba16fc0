import { db } from "@/db/client";
import { mailTexts } from "@/lib/delivery/translator";
import { makeGiftLink } from "@/lib/domain/guests/gift-link";
import { findSharedRequest } from "@/lib/domain/requests/queries";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import { makePdf } from "@/lib/statement/make-pdf";
import { drawPosterPicture } from "@/lib/statement/poster-picture";
import { posterFileOf } from "@/lib/statement/words";
import { contract } from "@/lib/web/contract";
import { photos } from "@/lib/web/photos";
import { endpoints, file, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.readPoster, async ({ viewer, params: { id }, query: { size } }) => {
    const locale = viewer.preferredLanguage;
    const { url } = await makeGiftLink(db(), viewer, id);
    const texts = await mailTexts(locale);
    const request = await findSharedRequest(db(), id);
    if (!request) throw new AppError("NOT_FOUND");
    const { item, goal, user } = request;
    const picture = await drawPosterPicture(photos(), request);
    const name = user && (user.name || user.username);
    const pdf = await makePdf(viewer.id, async () => ({
      poster: { size, item, name, goal: texts.money(goal), url, picture },
      locale,
      at: now(),
    }));
    return file(pdf, posterFileOf(texts, size), "application/pdf");
  }),
});
