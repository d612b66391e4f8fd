"""The referee: from what lies on the table to what is booked and what people are asked. It touches no pixels."""
