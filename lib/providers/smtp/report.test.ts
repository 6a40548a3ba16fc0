import { describe, expect, it } from "vitest";
import { readReport } from "./report";

const ID = "<5d0a5c9a-8a9d-4a38-9f3f-7b7f3e1c6a10@steuntje.example>";

const raw = (lines: string, newline = "\r\n") => Buffer.from(lines.trimStart().replaceAll("\n", newline));

/** As RFC 3464 shows it in appendix E.1, with the fields that Postfix writes today. */
const bounce = ({
  action = "failed",
  status = "5.1.1",
  original = `Content-Type: message/rfc822

From: no-reply@steuntje.example
Message-ID: ${ID}
Subject: Your receipt

Thank you.`,
} = {}) => `
Return-Path: <>
From: Mail Delivery Subsystem <MAILER-DAEMON@CS.UTK.EDU>
Message-Id: <199407072116.RAA14128@CS.UTK.EDU>
Subject: Returned mail: Cannot send message for 5 days
To: <owner-info-mime@cs.utk.edu>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
      boundary="RAA14128.773615765/CS.UTK.EDU"

--RAA14128.773615765/CS.UTK.EDU

The original message was received at Sat, 2 Jul 1994 17:10:28 -0400
from root@localhost

--RAA14128.773615765/CS.UTK.EDU
Content-Type: message/delivery-status

Reporting-MTA: dns; cs.utk.edu
Arrival-Date: Sat, 2 Jul 1994 17:10:28 -0400

Original-Recipient: rfc822;louisl@larry.slip.umd.edu
Final-Recipient: rfc822;louisl@larry.slip.umd.edu
Action: ${action}
Status: ${status}
Diagnostic-Code: smtp; 550 5.1.1 <louisl@larry.slip.umd.edu>: Recipient address
    rejected: User unknown
Last-Attempt-Date: Thu, 7 Jul 1994 17:15:49 -0400

--RAA14128.773615765/CS.UTK.EDU
${original}

--RAA14128.773615765/CS.UTK.EDU--
`;

/** As RFC 5965 shows it in appendix B. */
const complaint = (type = "abuse") => `
From: <abusedesk@example.com>
Date: Thu, 8 Mar 2005 17:40:36 EDT
Subject: FW: Earn money
To: <abuse@example.net>
Message-ID: <20030712040037.46341.5F8J@example.com>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report;
     boundary="part1_13d.2e68ed54_boundary"

--part1_13d.2e68ed54_boundary
Content-Type: text/plain; charset="US-ASCII"
Content-Transfer-Encoding: 7bit

This is an email abuse report for an email message received from IP
192.0.2.1 on Thu, 8 Mar 2005 14:00:00 EDT.

--part1_13d.2e68ed54_boundary
Content-Type: message/feedback-report

Feedback-Type: ${type}
User-Agent: SomeGenerator/1.0
Version: 1
Original-Mail-From: <somespammer@example.net>
Original-Rcpt-To: <user@example.com>
Reported-Domain: example.net
Authentication-Results: mail.example.com;
               spf=fail smtp.mail=somespammer@example.com

--part1_13d.2e68ed54_boundary
Content-Type: message/rfc822
Content-Disposition: inline

From: <no-reply@steuntje.example>
Received: from mailserver.example.net (mailserver.example.net
        [192.0.2.1]) by example.com with ESMTP id M63d4137594e46;
        Thu, 08 Mar 2005 14:00:00 -0400
To: <Undisclosed Recipients>
Subject: The week in short
Message-ID:
 ${ID}
Content-Type: multipart/alternative; boundary="inner"

--inner
Content-Type: text/plain

Message-ID: <a line of the text@example.net>
--inner--

--part1_13d.2e68ed54_boundary--
`;

describe("a mail server's report", () => {
  it.each(["\r\n", "\n"])("of a bounce names our message, not itself (%j)", async (newline) => {
    expect(await readReport(raw(bounce(), newline))).toEqual({ kind: "bounce", messageId: ID });
  });

  it("of a bounce may quote the headers only, folded", async () => {
    const original = `Content-Type: text/rfc822-headers

Received: by mail.steuntje.example (Postfix)
    id 4XyZ; Sat, 2 Jul 1994 17:10:28 -0400
message-id:
    ${ID}
Subject: a very long subject that
    goes on`;
    expect(await readReport(raw(bounce({ original })))).toEqual({ kind: "bounce", messageId: ID });
  });

  it("of a bounce may be encoded", async () => {
    const quoted = Buffer.from(`Message-ID: ${ID}\r\nSubject: x\r\n\r\nText`).toString("base64");
    const original = `Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n${quoted}`;
    expect(await readReport(raw(bounce({ original })))).toEqual({ kind: "bounce", messageId: ID });
  });

  it("of a bounce that quotes nothing names no message", async () => {
    const original = "Content-Type: text/plain\n\nnothing";
    expect(await readReport(raw(bounce({ original })))).toEqual({ kind: "bounce", messageId: null });
  });

  it("counts one refused recipient among others", async () => {
    const delivered = "Final-Recipient: rfc822; b@example.org\nAction: relayed\nStatus: 2.0.0\n\n";
    const text = bounce().replace("Original-Recipient:", `${delivered}Original-Recipient:`);
    expect(await readReport(raw(text))).toMatchObject({ kind: "bounce" });
  });

  it.each([
    { action: "delayed", status: "4.4.7" },
    { action: "failed", status: "4.2.2" },
    { action: "delivered", status: "2.0.0" },
    { action: "failed", status: "5.7.1" },
    { action: "failed", status: "5.1.8" },
    { action: "failed", status: "5.3.4" },
    { action: "failed", status: "5.6.0 (the text was refused)" },
  ])("says nothing of the address when it is $action with $status", async (status) => {
    expect(await readReport(raw(bounce(status)))).toBeNull();
  });

  it.each(["5.1.1", "5.2.1 (mailbox disabled)", "5.0.0", "5.4.4"])(
    "says that the address refuses mail with %s",
    async (status) => {
      expect(await readReport(raw(bounce({ status })))).toMatchObject({ kind: "bounce" });
    },
  );

  it("of a complaint names our message, whose id is folded", async () => {
    expect(await readReport(raw(complaint()))).toEqual({ kind: "complaint", messageId: ID });
  });

  it("that takes a complaint back is not one", async () => {
    expect(await readReport(raw(complaint("not-spam")))).toBeNull();
  });

  it.each([
    "",
    "not a message",
    `Subject: hello\nMessage-ID: ${ID}\n\nAction: failed\nStatus: 5.1.1`,
    "\u0000\u0001",
    `Content-Type: multipart/report; boundary=a\n\n${"--a\nContent-Type: multipart/mixed; boundary=a\n\n".repeat(999)}`,
    `${"X: y\n".repeat(600_000)}\n`,
  ])("is nothing else (%#)", async (text) => {
    expect(await readReport(Buffer.from(text))).toBeNull();
  });
});
