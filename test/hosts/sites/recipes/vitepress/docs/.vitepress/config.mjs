export default { title: 'Kiln manual' };
