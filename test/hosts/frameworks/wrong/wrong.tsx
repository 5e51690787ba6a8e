export const wrong = <docs-assistant variant="nowhere" />;
