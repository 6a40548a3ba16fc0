export { writeMail, writeOperatorMail, writeVisitorMail } from "./store";
