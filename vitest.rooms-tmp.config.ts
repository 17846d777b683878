export default { root: "/work/wt/rooms", test: { pool: "threads" } }
