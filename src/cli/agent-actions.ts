import type { DocsClient } from '../client/docs-client.ts';
import type { AgentJob } from '../protocol/api.ts';
import { MAX_PROMPT_CHARACTERS } from '../protocol/requests/read-platform-request.ts';
import { callPlatform } from './platform-call.ts';
import { UsageError } from './read-option.ts';
import { cleanLine } from './terminal-text.ts';

const FAILURES = {
  missing: 'there is no such job, or no agent at all, which only the hosted platform has',
  limit: 'too many requests, the hosted platform takes 100 an hour for a project',
};

/** Give the agent of the hosted platform a task. */
export async function promptAgent(client: DocsClient, prompt: string) {
  return withText(
    await callPlatform(client.startAgent(checkPrompt(prompt)), FAILURES),
    ({ id }) => `${id}\n`,
  );
}

/** Tell a job of it more. */
export async function messageAgent(client: DocsClient, id: string, prompt: string) {
  return withText(await callPlatform(client.messageAgent(id, checkPrompt(prompt)), FAILURES), describe);
}

/** Show the state of a job. */
export async function showAgent(client: DocsClient, id: string) {
  return withText(await callPlatform(client.getAgent(id), FAILURES), describe);
}

function withText(result: AgentJob, describeIt: (job: AgentJob) => string) {
  return { result, text: describeIt(result) };
}

function checkPrompt(prompt: string): string {
  if (prompt.trim() === '') throw new UsageError('The text is blank.');
  if (prompt.length > MAX_PROMPT_CHARACTERS)
    throw new UsageError(
      `The text has ${prompt.length} characters: at most ${MAX_PROMPT_CHARACTERS} are taken.`,
    );
  return prompt;
}

function describe({
  id,
  status,
  source: { repository, ref },
  model,
  prLink,
  createdAt,
  archivedAt,
}: AgentJob) {
  const lines = [
    `${id}  ${status}, started ${createdAt}${archivedAt ? `, archived ${archivedAt}` : ''}`,
    ...(repository ? [`repository ${repository}${ref ? ` ${ref}` : ''}`] : []),
    ...(model ? [`model ${model}`] : []),
    ...(prLink ? [`pull request ${prLink}`] : []),
  ];
  return lines.map((line) => `${cleanLine(line)}\n`).join('');
}
