"""What is sent outside an answer: notices, answers that come late, threads."""
