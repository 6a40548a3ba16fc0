import { findDonationFacts } from "@/lib/domain/donations/queries";
import { requestPath } from "../donation";
import { message } from "../message";
import { ActionButton, Paragraph, Progress, RequestPicture } from "../parts";

/** Congratulates a requester on the goal of their request, if it still is reached. */
export const goalReached = message({
  load: async (db, { cause }) => {
    const donation = await findDonationFacts(db, cause, "recipient");
    if (!donation || donation.title === null || donation.raised < donation.goal) return null;
    const { requestId, title, raised, goal } = donation;
    return { requestId, title, raised, goal };
  },
  body: (texts, request) => (
    <>
      <Paragraph>{texts.t("goal_reached.text", { title: request.title })}</Paragraph>
      <RequestPicture texts={texts} request={request} />
      <Progress texts={texts} {...request} />
      <ActionButton path={requestPath(request, "/")}>{texts.t("donation_received.action")}</ActionButton>
    </>
  ),
  path: (request) => requestPath(request, "/"),
});
