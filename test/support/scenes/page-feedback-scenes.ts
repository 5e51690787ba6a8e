import { PageFeedbackHarness } from '../page-feedback-harness.ts';
import type { Scene } from './scene.ts';

export const PAGE_FEEDBACK_SCENES: readonly Scene<PageFeedbackHarness>[] = [
  { name: 'asked', open: (attributes) => PageFeedbackHarness.open(attributes) },
  {
    name: 'helpful, asked what was good',
    open: (attributes) => PageFeedbackHarness.rated('positive', attributes),
  },
  {
    name: 'not helpful, with reasons and a note',
    open: async (attributes) => {
      const feedback = await PageFeedbackHarness.rated('negative', attributes);
      await feedback.click('button.reason');
      await feedback.note('The option has another name.');
      return feedback;
    },
  },
  {
    name: 'given',
    open: async (attributes) => {
      const feedback = await PageFeedbackHarness.rated('negative', attributes);
      await feedback.click('button.reason');
      await feedback.note('The option has another name.');
      await feedback.send();
      return feedback;
    },
  },
  {
    name: 'not sent',
    open: async (attributes) => {
      const feedback = await PageFeedbackHarness.rated('positive', {
        'feedback-endpoint': '/nowhere',
        ...attributes,
      });
      await feedback.send();
      await feedback.until(() => feedback.find('[part=error]') !== null);
      return feedback;
    },
  },
];
