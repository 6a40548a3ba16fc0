import { receiptPath } from "@/lib/domain/given/receipt-token";
import { isGuest } from "@/lib/domain/messages/rules";
import { findNews } from "@/lib/domain/posts/queries";
import { message } from "../message";
import { ActionButton, Paragraph, Quote, RequestPicture } from "../parts";
import { guestOf } from "../unsubscribe";

/** Informs somebody who gave to a request of what its owner posted about it since the last message. */
export const requestUpdate = message({
  load: async (db, mail) => {
    const { recipient, cause } = mail;
    const guestId = guestOf(mail);
    const viewer = isGuest(recipient) ? null : { id: recipient.id, isOperator: false };
    const news = await findNews(db, cause.split(" ").at(-1) ?? "", { viewer, guestId });
    return news && { ...news, path: guestId === null ? `/?request=${news.requestId}` : receiptPath(guestId) };
  },
  body: (texts, { requestId, title, posts, path }) => (
    <>
      <Paragraph>{texts.t("request_update.text", { title })}</Paragraph>
      <RequestPicture texts={texts} request={{ requestId, title }} />
      {posts.map(({ id, kind, note }) => (
        <div key={id}>
          <Paragraph>{texts.t(`request_update.posts.${kind}`)}</Paragraph>
          {note !== "" && <Quote>{note}</Quote>}
        </div>
      ))}
      <ActionButton path={path}>{texts.t("request_update.action")}</ActionButton>
    </>
  ),
  path: ({ path }) => path,
});
