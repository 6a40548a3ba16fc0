export { writeMail, writeOperatorMail } from "./store";
