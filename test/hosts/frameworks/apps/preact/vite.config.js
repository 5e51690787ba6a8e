export default { oxc: { jsx: { importSource: 'preact' } } };
