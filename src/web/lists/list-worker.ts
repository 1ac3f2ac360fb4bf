import { answerQuestions } from "../asked-worker.ts";
import { answerQuestion } from "./list-desk.ts";

// Searches lists of up to 50,000 rows beside the page, so that typing never waits.
answerQuestions(answerQuestion);
