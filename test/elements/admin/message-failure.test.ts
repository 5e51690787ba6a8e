import { expect } from '@open-wc/testing';
import { openJobsWith, WRITER } from '../../support/admin-data.ts';
import { AdminHarness, session } from '../../support/admin-harness.ts';
import { acceptModule, loadsFailedModulesAgain, refuseModule } from '../../support/late-module.ts';

const PATH = '/src/elements/admin/agent-jobs/message.view.ts';

// A file of its own, because a page loads each module once.
describe('<docs-agent-jobs> whose Markdown does not load', () => {
  afterEach(() => AdminHarness.reset());

  it('shows a message as plain text, and tries again with the next choice', async () => {
    await refuseModule(PATH);
    const jobs = await openJobsWith([WRITER, session('other')]);
    jobs.element.select('writer');
    await jobs.until(() =>
      jobs.text('[part=message]').startsWith('Repaired **2 links** in `guides/start.md`'),
    );
    const canRetry = await loadsFailedModulesAgain();
    if (!canRetry) return acceptModule(PATH);
    // The failure has to be there before the next choice.
    await jobs.until(async () => {
      jobs.element.select('other');
      await jobs.element.updateComplete;
      jobs.element.select('writer');
      await jobs.element.updateComplete;
      return jobs.has('.message strong');
    });
    expect(jobs.text('.message strong')).to.equal('2 links');
    await acceptModule(PATH);
  });
});
