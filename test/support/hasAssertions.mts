/* A test that asserts nothing cannot fail. */
beforeEach(() => expect.hasAssertions());
