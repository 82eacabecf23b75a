/** Read by the checker of types and by Vite. */
export default { compilerOptions: { runes: true } };
