export { writeMail } from "./store";
