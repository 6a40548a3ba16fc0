import { findRequest } from "@/lib/domain/requests/queries";
import { isFollowing } from "@/lib/domain/users/queries";
import { message } from "../message";
import { ActionButton, Paragraph, Progress, RequestPicture } from "../parts";

/** Informs somebody of a new request by a person whom they follow, if it can still be given to. */
export const followedRequest = message({
  load: async (db, { cause, recipient }) => {
    const request = await findRequest(db, cause, { id: recipient.id, isOperator: false });
    if (!request || request.isCompleted || request.givingOff !== null) return null;
    if (!(await isFollowing(db, recipient.id, request.userId, { named: true }))) return null;
    const { id: requestId, item: title, raised, goal, user } = request;
    return { requestId, title, raised, goal, name: user.username };
  },
  body: (texts, { name, ...request }) => (
    <>
      <Paragraph>{texts.t("followed_request.text", { name, title: request.title })}</Paragraph>
      <RequestPicture texts={texts} request={request} />
      <Progress texts={texts} {...request} />
      <ActionButton path={`/?request=${request.requestId}`}>
        {texts.t("followed_request.action")}
      </ActionButton>
    </>
  ),
  path: ({ requestId }) => `/?request=${requestId}`,
});
