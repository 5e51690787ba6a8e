// Whatever the policy of the test page refuses is an error of the test that is running.
document.addEventListener('securitypolicyviolation', (event) => {
  throw new Error(`Content-Security-Policy: ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`);
});

// Sources are more files than the 250 that a page remembers; tests look whether one was answered.
performance.setResourceTimingBufferSize(2000);
